import { requestSchemas } from '../schemas.js';

/** Formats and patterns in requests come from formats.yaml, which has an error message for each. */
export function knownFormat(vocabulary) {
  const checkFormat = formatCheck(vocabulary);
  const visitor = requestSchemas(checkFormat);
  return {
    Paths: {
      ...visitor.Paths,
      Parameter: {
        Schema: checkFormat,
      },
    },
  };
}

function formatCheck(vocabulary) {
  return (schema, { report, location }) => {
    const known = Object.values(vocabulary.formats).flatMap(({ format, pattern }) => [format, pattern]);
    for (const keyword of ['format', 'pattern']) {
      if (schema[keyword] === undefined || known.includes(schema[keyword])) continue;
      report({ message: `No entry of formats.yaml has this ${keyword}.`, location: location.child(keyword) });
    }
  };
}
