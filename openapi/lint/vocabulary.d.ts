/** The files beside a document that say its words, as the generator of the package reads them. */
export interface Vocabulary {
  errors: Record<
    string,
    {
      status: number;
      when?: string;
      meaning: string;
      message: string;
      remedy: string;
      reasons?: Record<string, string>;
    }
  >;
  formats: Record<string, { format?: string; pattern?: string }>;
  /** Absent when callers have no scopes. */
  scopes?: Record<string, string>;
  states: Record<string, object>;
}

export function vocabularyOf(root: object, file: string): Vocabulary;
