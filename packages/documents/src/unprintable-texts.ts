import { loadToPrintable } from './printable-text.ts';

/** Returns the texts with visible characters that documents leave out or print as `□`. */
export async function unprintableTexts<Entered extends { text: string }>(
  texts: readonly Entered[],
): Promise<Entered[]> {
  const toPrintable = await loadToPrintable();
  return texts.filter(({ text }) => toPrintable(text).isChanged);
}
