/** The target of a reference, or the node itself. `ctx` is the visitor context of the file with the reference. */
export function resolved(node, ctx) {
  return node?.$ref === undefined ? node : ctx.resolve(node).node;
}
