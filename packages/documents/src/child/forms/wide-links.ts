import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib';

/** Maximum share of a page's area. With larger links, a click on a field could follow a link. */
const maxShare = 0.5;

/** Keys of an annotation with a target. */
const targets = ['A', 'Dest'].map((key) => PDFName.of(key));

function linksOf({ node }: PDFPage): PDFDict[] {
  const annotations = node.Annots();
  return (annotations?.asArray() ?? [])
    .map((_, index) => annotations?.lookupMaybe(index, PDFDict))
    .filter((annotation) => annotation !== undefined)
    .filter((annotation) => targets.some((key) => annotation.has(key)));
}

/** Returns the area of a page that an annotation covers. */
function coveredArea(annotation: PDFDict, page: PDFPage): number {
  const rectangle = annotation.lookup(PDFName.of('Rect'));
  if (!(rectangle instanceof PDFArray)) return 0;
  const { x, y, width, height } = rectangle.asRectangle();
  const box = page.getCropBox();
  const across = Math.min(x + width, box.x + box.width) - Math.max(x, box.x);
  const up = Math.min(y + height, box.y + box.height) - Math.max(y, box.y);
  return Math.max(0, across) * Math.max(0, up);
}

/**
 * Finds pages that are mostly covered by links.
 *
 * @param strip let the links of these pages lead nowhere
 */
export function findWideLinks(document: PDFDocument, { strip }: { strip: boolean }): Set<string> {
  const found = new Set<string>();
  for (const [index, page] of document.getPages().entries()) {
    const links = linksOf(page);
    const covered = links.reduce((sum, link) => sum + coveredArea(link, page), 0);
    const { width, height } = page.getCropBox();
    if (covered <= width * height * maxShare) continue;
    found.add(`links over most of page ${index + 1}`);
    if (strip) for (const link of links) for (const key of targets) link.delete(key);
  }
  return found;
}
