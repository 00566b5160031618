import { readFile } from 'node:fs/promises';
import type { FormMap } from './registration/template-map.ts';

/** The tests check these forms, so that a start does not have to. */
export interface SampleForm {
  template: Buffer;
  pageCount: number;
  map: FormMap;
}

const pageCounts = { e1: 1, e2: 2 };

const readSample = (name: string) => readFile(new URL(`../sample-forms/${name}`, import.meta.url));

/** Reads the forms of a grid operator that does not exist, with their maps. */
export async function sampleForms(): Promise<SampleForm[]> {
  return Promise.all(
    Object.entries(pageCounts).map(async ([name, pageCount]) => ({
      template: await readSample(`${name}.pdf`),
      pageCount,
      map: JSON.parse((await readSample(`${name}.map.json`)).toString()),
    })),
  );
}
