import { deriveContract } from './derive/derive-contract.js';

/** House style of the contract: what is derived before linting and bundling, and the rules on top of Redocly's own. */
export default function house() {
  return {
    id: 'house',
    preprocessors: { oas3: { derive: deriveContract } },
  };
}
