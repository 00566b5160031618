import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { extensionSchema } from '../extensions.js';

const validate = new Ajv({ strict: false, allErrors: true }).compile(extensionSchema);

/** The files, beside the document, that may have extensions. */
const isSource = /^([^/]+|(components|paths|templates|webhooks)\/.+)\.yaml$/;

/**
 * Checks the extensions in all files of the contract, templates included, before anything is derived from them.
 * @throws Error with each extension that extensions.schema.json does not know or whose value it does not allow
 */
export function checkExtensions(folder) {
  const faults = sourcesIn(folder).flatMap((name) =>
    faultsIn(readFileSync(join(folder, name), 'utf8')).map((fault) => `${name}: ${fault}`),
  );
  if (faults.length > 0)
    throw new Error(`Extensions do not fit extensions.schema.json.\n${faults.join('\n')}`);
}

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => isSource.test(name))
    .toSorted();
}

function faultsIn(text) {
  if (!/\bx-\w/.test(text) || validate(parse(text))) return [];
  const faults = validate.errors
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, message, params: { additionalProperty, allowedValue, allowedValues } }) => {
      if (/^x-/.test(additionalProperty))
        return `${instancePath || '/'} has an unknown ${additionalProperty}`;
      const named = additionalProperty ?? allowedValue ?? allowedValues?.join(', ');
      return `${instancePath} ${message}${named === undefined ? '' : `: ${named}`}`;
    });
  return [...new Set(faults)];
}
