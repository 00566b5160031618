/** An extension of the contract, see extensions.schema.json. */
export interface Extension {
  title: string;
  description: string;
  /** Redocly's names of the nodes that may have it. */
  usedIn: string[];
  /** What reads and removes it; `published` ones stay in the bundle. */
  stage: 'derive' | 'generate' | 'published';
}

export const extensions: Record<string, Extension>;
