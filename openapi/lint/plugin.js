import { deriveContract } from './derive/derive-contract.js';
import { extensionTypes } from './extension-types.js';
import { boundedRequest } from './rules/bounded-request.js';
import { closedRequest } from './rules/closed-request.js';
import { componentName } from './rules/component-name.js';
import { conditionalRequests } from './rules/conditional-requests.js';
import { createdRecord } from './rules/created-record.js';
import { describedProperty } from './rules/described-property.js';
import { extensionPlace } from './rules/extension-place.js';
import { fileUsed } from './rules/file-used.js';
import { idempotencyKey } from './rules/idempotency-key.js';
import { knownErrors } from './rules/known-errors.js';
import { knownFormat } from './rules/known-format.js';
import { knownKeyword } from './rules/known-keyword.js';
import { knownLimits } from './rules/known-limits.js';
import { noBodyDefault } from './rules/no-body-default.js';
import { oneLimitPerGroup } from './rules/one-limit-per-group.js';
import { oneScope } from './rules/one-scope.js';
import { optionalBody } from './rules/optional-body.js';
import { stateTables } from './rules/state-tables.js';
import { vocabularyUsed } from './rules/vocabulary-used.js';
import { webhookShape } from './rules/webhook-shape.js';
import { withVocabulary } from './vocabulary.js';

const rules = {
  'bounded-request': boundedRequest,
  'closed-request': closedRequest,
  'component-name': componentName,
  'conditional-requests': conditionalRequests,
  'created-record': createdRecord,
  'described-property': describedProperty,
  'extension-place': extensionPlace,
  'file-used': fileUsed,
  'idempotency-key': idempotencyKey,
  'known-errors': knownErrors,
  'known-format': knownFormat,
  'known-keyword': knownKeyword,
  'known-limits': knownLimits,
  'no-body-default': noBodyDefault,
  'one-limit-per-group': oneLimitPerGroup,
  'one-scope': oneScope,
  'optional-body': optionalBody,
  'state-tables': stateTables,
  'vocabulary-used': vocabularyUsed,
  'webhook-shape': webhookShape,
};

/** Derives the rest of the contract before linting and bundling, and adds the house rules to those of Redocly. */
export default function house() {
  return {
    id: 'house',
    preprocessors: { oas3: { derive: deriveContract } },
    rules: {
      oas3: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, withVocabulary(rule)])),
    },
    typeExtension: { oas3: extensionTypes },
    configs: {
      all: { rules: Object.fromEntries(Object.keys(rules).map((name) => [`house/${name}`, 'error'])) },
    },
  };
}
