import { readFile } from 'node:fs/promises';

export interface SampleForm {
  template: Buffer;
  map: unknown;
}

const readSample = (name: string) => readFile(new URL(`../sample-forms/${name}`, import.meta.url));

/** Reads the forms of a grid operator that does not exist, with their maps. */
export async function sampleForms(): Promise<SampleForm[]> {
  return Promise.all(
    ['e1', 'e2'].map(async (name) => ({
      template: await readSample(`${name}.pdf`),
      map: JSON.parse((await readSample(`${name}.map.json`)).toString()),
    })),
  );
}
