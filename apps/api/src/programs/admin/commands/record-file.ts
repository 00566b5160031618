import { isApiError, parseJsonBody } from '@pv-planning/server-kit';
import { AdministrationError } from '../../../company/administration-error.ts';
import { type RecordPatch, recordPatch } from '../../../company/record-patch.ts';
import type { ReadInput } from '../read-input.ts';

export const fileOption = [
  '--file <file>',
  'JSON with the fields to change, named as in the API; - reads standard input',
] as const;

export const fileHelp = `
Fields that the file omits are unchanged, null clears a field. Addresses are replaced in full.
`;

const maxMebibytes = 1;
const mebibyte = 1024 * 1024;

/** Reads the file of a merge patch, as a request with this body would be read. */
export async function readRecordFile<Schema extends Parameters<typeof recordPatch>[0]>(
  readInput: ReadInput,
  path: string,
  schema: Schema,
): Promise<RecordPatch<Schema>> {
  return recordPatch(schema, await readJsonFile(readInput, path));
}

/** Reads a JSON file, as a request with this body would be read. */
export async function readJsonFile(readInput: ReadInput, path: string): Promise<unknown> {
  const body = await parseJsonBody(await readInput(path, maxMebibytes * mebibyte), maxMebibytes).catch(
    (error: unknown) => {
      if (!isApiError(error)) throw error;
      const [problem] = error.details ?? [];
      const reason = `${problem?.path ?? ''} ${problem?.message ?? error.code}`.trim();
      throw new AdministrationError('invalid_json', `The file is not valid JSON: ${reason}.`);
    },
  );
  return body.value;
}
