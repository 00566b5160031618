import { requestSchemas } from '../schemas.js';

/** Formats and patterns in requests come from forms.yaml, which has an error message for each. */
export function knownForm(vocabulary) {
  const checkForm = formCheck(vocabulary);
  const formed = requestSchemas(checkForm);
  return {
    Paths: {
      ...formed.Paths,
      Parameter: {
        Schema(schema, ctx, { Parameter: { name } }) {
          // Its pattern is derived, and its error code lists the allowed values.
          if (name !== 'sort') checkForm(schema, ctx);
        },
      },
    },
  };
}

function formCheck(vocabulary) {
  return (schema, { report, location }) => {
    const known = Object.values(vocabulary.forms).flatMap(({ format, pattern }) => [format, pattern]);
    for (const keyword of ['format', 'pattern']) {
      if (schema[keyword] === undefined || known.includes(schema[keyword])) continue;
      report({ message: `No form of forms.yaml has this ${keyword}.`, location: location.child(keyword) });
    }
  };
}
