import type { Block } from './template.ts';

/** The spaces within a date or a time, and between a number and its unit. */
const spaceInside =
  /(?<!\b[12]\d{3})(?<=[\d§]) (?=[\p{L}\d€%(])|(?<=\b\d{1,2}\.) (?=\p{L}+ \d{4})|(?<=\p{L}) (?=\d{4}\b)|(?<=\bUhr) (?=\()/gu;

const zone = / \((?:MESZ|MEZ|CEST|CET)\)/g;

/** Changes the texts of the service, but neither words of people nor links. */
function mapTexts(blocks: readonly Block[], change: (text: string) => string): Block[] {
  return blocks.map((block) => {
    if (block.kind === 'paragraph' && !block.isTyped) return { ...block, text: change(block.text) };
    if (block.kind !== 'facts') return block;
    const changed = block.facts.map((fact) => (fact[2] ? fact : ([fact[0], change(fact[1])] as const)));
    return { ...block, facts: changed };
  });
}

/**
 * Sets the texts of a mail: dates, times and amounts do not break at the end of a line, and only the first time shows the time
 * zone, unless there are two zones.
 */
export function typeset(blocks: readonly Block[]): Block[] {
  const zones: string[] = [];
  mapTexts(blocks, (text) => {
    zones.push(...(text.match(zone) ?? []));
    return text;
  });
  let isFirst = true;
  const once = (stated: string) => {
    const shown = isFirst || new Set(zones).size > 1;
    isFirst = false;
    return shown ? stated : '';
  };
  return mapTexts(blocks, (text) => text.replaceAll(zone, once).replaceAll(spaceInside, '\u00a0'));
}
