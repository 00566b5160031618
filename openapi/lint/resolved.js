/** What a node refers to, or the node itself. `ctx` is the visitor context of the file that holds the reference. */
export function resolved(node, ctx) {
  return node?.$ref === undefined ? node : ctx.resolve(node).node;
}
