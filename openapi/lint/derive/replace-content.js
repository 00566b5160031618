/** Gives a node that stays where it is another content, in the order of that. */
export function replaceContent(node, content) {
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, content);
}
