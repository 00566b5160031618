import {
  layoutMultilineText,
  type PDFDropdown,
  type PDFFont,
  type PDFOptionList,
  PDFTextField,
  type PDFWidgetAnnotation,
} from '@cantoo/pdf-lib';

/** A field that shows text. */
export type WritableField = PDFTextField | PDFDropdown | PDFOptionList;

/** In points. Smaller text cannot be read. */
const minSize = 5;
/** Size in points if the template does not state one. */
const usualSize = 12;
const step = 0.5;
/** Exceeds the capacity of any field. */
const maxLetters = 4_000;
/** Line spacing of the library. */
const lineSpacing = 1.2;

type Bounds = ReturnType<typeof boundsOf>;

/** Returns the area in which the library draws the text. */
function boundsOf(widget: PDFWidgetAnnotation, padding: number) {
  const { width, height } = widget.getRectangle();
  const border = (widget.getBorderStyle()?.getWidth() ?? 0) + padding;
  const isSideways = (widget.getAppearanceCharacteristics()?.getRotation() ?? 0) % 180 !== 0;
  const [across, up] = isSideways ? [height, width] : [width, height];
  return { x: border, y: border, width: across - border * 2, height: up - border * 2 };
}

/** Size of the text in the template; undefined if it is left open. */
function templateSize(field: WritableField, widget: PDFWidgetAnnotation): number | undefined {
  const appearance = widget.getDefaultAppearance() ?? field.acroField.getDefaultAppearance() ?? '';
  const size = Number(/([\d.]+)\s+Tf/.exec(appearance)?.[1] ?? 0);
  return size > 0 ? size : undefined;
}

/** Returns the largest size at which a text fits on one line, or each letter into its cell. */
function sizeOnLine(text: string, width: number, cells: number, font: PDFFont): number {
  if (cells === 0) return width / font.widthOfTextAtSize(text, 1);
  const widest = Math.max(...[...text].map((letter) => font.widthOfTextAtSize(letter, 1)));
  return width / cells / widest;
}

/** Returns the largest size in which a text fits on several lines. */
function sizeOnLines(
  text: string,
  { bounds, largest, font, field }: { bounds: Bounds; largest: number; font: PDFFont; field: PDFTextField },
): number | undefined {
  const lineHeight = font.heightAtSize(1) * lineSpacing;
  // Upper bound: assumes that all lines are full.
  const filling = Math.sqrt((bounds.width * bounds.height) / (font.widthOfTextAtSize(text, 1) * lineHeight));
  for (let size = Math.min(largest, filling); size >= minSize; size -= step) {
    const options = { alignment: field.getAlignment(), fontSize: size, font, bounds };
    const { lines } = layoutMultilineText(text, options);
    const isHighEnough = lines.length * lineHeight * size <= bounds.height;
    if (isHighEnough && lines.every(({ width }) => width <= bounds.width)) return size;
  }
  return undefined;
}

function sizeIn(
  widget: PDFWidgetAnnotation,
  text: string,
  field: WritableField,
  font: PDFFont,
): number | undefined {
  const cells = field instanceof PDFTextField && field.isCombed() ? (field.getMaxLength() ?? 0) : 0;
  const bounds = boundsOf(widget, cells > 0 ? 0 : 1);
  const tallest = Math.max(minSize, Math.min(usualSize, bounds.height / font.heightAtSize(1)));
  const largest = templateSize(field, widget) ?? tallest;
  if (field instanceof PDFTextField && field.isMultiline())
    return sizeOnLines(text, { bounds, largest, font, field });
  const size = Math.min(largest, sizeOnLine(text, bounds.width, cells, font));
  return size >= Math.min(minSize, largest) ? size : undefined;
}

/** Returns the largest size up to that of the template in which a text fits everywhere it is shown; undefined if there is none. */
export function fittingSize(text: string, field: WritableField, font: PDFFont): number | undefined {
  if (text.length > maxLetters) return undefined;
  const sizes = field.acroField.getWidgets().map((widget) => sizeIn(widget, text, field, font));
  return sizes.reduce(
    (least, size) => (least === undefined || size === undefined ? undefined : Math.min(least, size)),
    Number.POSITIVE_INFINITY,
  );
}
