import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { extractText, getDocumentProxy } from 'unpdf';

/** Returns the text of a PDF, with single spaces. */
export async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

interface PdfFacts {
  title: unknown;
  language: unknown;
  isTagged: boolean;
  /** Whether it claims to be PDF/UA-1, which Typst has checked as far as a program can. */
  isAccessible: boolean;
  hasForm: boolean;
  hasScripts: boolean;
  fonts: { name: string; isEmbedded: boolean }[];
  /** Texts that reach into the edges of their page, where printers print nothing. */
  cutOff: string[];
}

/** 5 mm, in points. */
const unprintedEdge = 14;

interface PdfFont {
  name: string;
  missingFile: boolean;
}

/** Reads what a PDF is, besides its text. */
export async function factsOf(pdf: Uint8Array): Promise<PdfFacts> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { info, metadata } = await document.getMetadata();
  const entries = info as Record<string, unknown>;
  const fonts = new Map<string, boolean>();
  const cutOff: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    await page.getOperatorList();
    for (const [, font] of page.commonObjs as unknown as Iterable<[string, PdfFont | undefined]>)
      if (font?.name !== undefined) fonts.set(font.name, !font.missingFile);
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item)) continue;
      const [, slope, , , x, y] = item.transform as number[];
      const isInside =
        Number(x) >= unprintedEdge &&
        Number(x) + item.width <= width - unprintedEdge &&
        Number(y) >= unprintedEdge &&
        Number(y) <= height - unprintedEdge;
      // A watermark is rotated.
      if (!isInside && slope === 0) cutOff.push(item.str);
    }
  }
  return {
    title: entries.Title,
    language: entries.Language,
    isTagged: (await document.getMarkInfo())?.Marked === true,
    isAccessible: metadata?.get('pdfuaid:part') === '1',
    hasForm: entries.IsAcroFormPresent === true,
    hasScripts: (await document.getJSActions()) !== null,
    fonts: [...fonts].map(([name, isEmbedded]) => ({ name, isEmbedded })),
    cutOff,
  };
}

/** A text on a page of a PDF. Measures are in millimetres from its upper left corner. */
interface PlacedText {
  page: number;
  text: string;
  left: number;
  right: number;
  /** Where it stands, so that its letters are above. */
  baseline: number;
  /** Size of its letters in points. */
  size: number;
}

const millimetres = (points: number) => (points / 72) * 25.4;

/** Returns where the texts of a PDF are. */
export async function placesOf(pdf: Uint8Array): Promise<PlacedText[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const places: PlacedText[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { height } = page.getViewport({ scale: 1 });
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , slope, upright, x, y] = item.transform as number[];
      const left = millimetres(Number(x));
      const right = left + millimetres(item.width);
      places.push({
        ...{ page: number, text: item.str, left, right },
        baseline: millimetres(height - Number(y)),
        size: Math.hypot(Number(slope), Number(upright)),
      });
    }
  }
  return places;
}

/** Returns the ids of the children of a process that render documents. */
export async function renderersOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,pid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [parent, child] = line.trim().split(/\s+/);
    return Number(parent) === pid && line.includes('documents/src/child/main.ts') ? [Number(child)] : [];
  });
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** An option of Node with which no compiler is found, as on a platform for which it has no binary. */
export const withoutCompiler = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(name, context, next) {
    if (name.startsWith('@myriaddreamin/')) throw new Error('no binary');
    return next(name, context);
  } });
`)}`;
