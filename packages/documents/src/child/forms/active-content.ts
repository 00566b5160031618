import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';

/** Actions other than links within the document and to web pages. */
const actions = new Set(
  'Launch SubmitForm ImportData ResetForm Named Hide Rendition Movie Sound GoToR GoToE Thread SetOCGState Trans GoTo3DView RichMediaExecute'.split(
    ' ',
  ),
);

const kindsOfKeys: Readonly<Record<string, string>> = {
  JS: 'JavaScript',
  JavaScript: 'JavaScript',
  XFA: 'XFA',
  EmbeddedFiles: 'embedded files',
  EF: 'embedded files',
};

/** Annotations that play media, in a player that can have its own content. */
const players = new Set(['RichMedia', 'Screen', 'Movie', 'Sound', '3D']);

/** Keys with which a stream takes its content from another file. In other objects, they have other meanings. */
const kindsOfStreamKeys: Readonly<Record<string, string>> = {
  F: 'an external stream',
  Ref: 'a reference XObject',
};

const nameOf = (value: PDFObject | undefined) => (value instanceof PDFName ? value.decodeText() : '');

/** Returns the kind of active content of a value; undefined if it is allowed in a template. */
function kindOf(key: string, value: PDFObject | undefined): string | undefined {
  const kind = kindsOfKeys[key];
  if (kind !== undefined) return kind;
  if (!(value instanceof PDFDict)) return undefined;
  const type = nameOf(value.lookup(PDFName.of('S')));
  if (type === 'JavaScript') return type;
  if (actions.has(type)) return `the action ${type}`;
  const subtype = nameOf(value.lookup(PDFName.of('Subtype')));
  return players.has(subtype) ? `the annotation ${subtype}` : undefined;
}

/**
 * Returns the kinds of active or hidden content in a document: scripts, actions, XFA, embedded files, players, content of other
 * files. Searches all objects, including unreferenced ones.
 *
 * @param strip whether to remove the content found
 */
export function findActiveContent(context: PDFContext, { strip }: { strip: boolean }): Set<string> {
  const found = new Set<string>();

  /** Whether a value is not allowed in a template. Visits the value if it is allowed. */
  function isActive(key: string, value: PDFObject): boolean {
    const kind = kindOf(key, context.lookup(value));
    if (kind === undefined) {
      visit(value);
      return false;
    }
    found.add(kind);
    return strip;
  }

  /** Visits the values of an object, but not its references, because all numbered objects are visited. */
  function visit(object: PDFObject): void {
    if (object instanceof PDFStream) {
      for (const [key, kind] of Object.entries(kindsOfStreamKeys)) {
        if (!object.dict.has(PDFName.of(key))) continue;
        found.add(kind);
        if (strip) object.dict.delete(PDFName.of(key));
      }
      visit(object.dict);
    }
    if (object instanceof PDFArray)
      for (const [index, value] of object.asArray().entries())
        if (isActive('', value)) object.set(index, PDFNull);
    if (object instanceof PDFDict)
      for (const [key, value] of object.entries()) if (isActive(key.decodeText(), value)) object.delete(key);
  }

  for (const [ref, object] of context.enumerateIndirectObjects())
    if (isActive('', object)) context.delete(ref);
  return found;
}
