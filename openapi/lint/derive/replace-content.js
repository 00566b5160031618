/** Replaces the content of a node in place, in the key order of the new content. */
export function replaceContent(node, content) {
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, content);
}
