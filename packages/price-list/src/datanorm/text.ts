import { textLimits } from '../check-row.ts';
import type { TextLine } from './record.ts';

/** Lines of one text, in any order. What exceeds a description by more than a line is not kept. */
export interface Text {
  add(line: TextLine): void;
  /** The lines by their numbers. */
  joined(): string;
}

export function newText(): Text {
  const lines: TextLine[] = [];
  let length = 0;
  let joined: string | null = null;
  return {
    add(line) {
      if (length > textLimits.description) return;
      lines.push(line);
      length += line.text.length + 1;
      joined = null;
    },
    joined() {
      // Thousands of articles may share a text.
      joined ??= lines
        .sort((one, other) => one.number - other.number)
        .map(({ text }) => text)
        .join('\n');
      return joined;
    },
  };
}
