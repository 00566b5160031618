import { requestSchemas } from '../schemas.js';

/** What can be sent is written in a form that has words for a person: its format and its pattern come from forms.yaml. */
export function knownForm(vocabulary) {
  const checkForm = formCheck(vocabulary);
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

function formCheck(vocabulary) {
  return (schema, { report, location }) => {
    const known = Object.values(vocabulary.forms).flatMap(({ format, pattern }) => [format, pattern]);
    for (const keyword of ['format', 'pattern']) {
      if (schema[keyword] === undefined || known.includes(schema[keyword])) continue;
      report({ message: `No form of forms.yaml has this ${keyword}.`, location: location.child(keyword) });
    }
  };
}
