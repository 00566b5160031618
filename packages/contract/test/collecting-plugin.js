// The house plugin, but errors of its preprocessor are written to a file and do not end the walk, so that one run shows all of them.
import { appendFileSync } from 'node:fs';
import house from '../../../openapi/lint/plugin.js';

function collecting(visitor) {
  if (typeof visitor === 'function')
    return (...args) => {
      try {
        return visitor(...args);
      } catch (error) {
        appendFileSync(process.env.DERIVATION_ERRORS, `${error.message}\n`);
      }
    };
  return Object.fromEntries(Object.entries(visitor).map(([name, part]) => [name, collecting(part)]));
}

export default function plugin() {
  const { preprocessors, ...others } = house();
  const derive = () => collecting(preprocessors.oas3.derive());
  return { ...others, preprocessors: { oas3: { derive } } };
}
