import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';

/** Actions that do more than show a place of the document or a page of the web. */
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
  RichMediaContent: 'embedded files',
};

/** Returns what a value is if a template must not have it. */
function kindOf(key: string, value: PDFObject | undefined): string | undefined {
  const kind = kindsOfKeys[key];
  if (kind !== undefined) return kind;
  const action = value instanceof PDFDict ? value.lookup(PDFName.of('S')) : undefined;
  const type = action instanceof PDFName ? action.decodeText() : '';
  if (type === 'JavaScript') return type;
  return actions.has(type) ? `the action ${type}` : undefined;
}

/**
 * Returns what a document has that can act, or hides other content: scripts, actions, XFA, embedded files. The places do not matter: what
 * no known place refers to is found, too.
 *
 * @param strip remove what is found
 */
export function findActiveContent(context: PDFContext, { strip }: { strip: boolean }): Set<string> {
  const found = new Set<string>();

  /** Whether a value is one that a template must not have. If it is not, looks into it. */
  function isActive(key: string, value: PDFObject): boolean {
    const kind = kindOf(key, context.lookup(value));
    if (kind === undefined) {
      visit(value);
      return false;
    }
    found.add(kind);
    return strip;
  }

  /** Looks into an object, but does not follow references: all objects with a number are visited. */
  function visit(object: PDFObject): void {
    if (object instanceof PDFStream) visit(object.dict);
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
