export type Separator = ';' | ',' | '\t' | '|';

/** In the order in which they are tried. */
export const separators: readonly Separator[] = [';', '\t', ',', '|'];
