import { requestSchemas } from '../schemas.js';
import { forms } from '../vocabulary.js';

const known = new Set(Object.values(forms).flatMap(({ format, pattern }) => [format, pattern]));

/** What can be sent is written in a form that has words for a person: its format and its pattern come from forms.yaml. */
export function knownForm() {
  const formed = requestSchemas(checkForm);
  return {
    Paths: {
      ...formed.Paths,
      Parameter: {
        Schema(schema, ctx, { Parameter: { name } }) {
          // Its pattern is derived, and an error of its own lists what it may be.
          if (name !== 'sort') checkForm(schema, ctx);
        },
      },
    },
  };
}

function checkForm(schema, { report, location }) {
  for (const keyword of ['format', 'pattern']) {
    if (schema[keyword] === undefined || known.has(schema[keyword])) continue;
    report({ message: `No form of forms.yaml has this ${keyword}.`, location: location.child(keyword) });
  }
}
