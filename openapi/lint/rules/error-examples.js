/** Every error response has an example for each code of its schema. */
export function errorExamples() {
  return {
    Paths: {
      Response(response, { report, location, key: status }) {
        if (!/^[45]/.test(String(status))) return;
        const { schema, examples = {} } = response.content?.['application/json'] ?? {};
        const codes = schema?.properties?.error?.enum ?? [];
        const shown = Object.values(examples).map(({ value }) => value?.error);
        if (codes.length === 0)
          report({ message: 'An error response lists its codes as the enum of `error`.', location });
        for (const code of codes.filter((name) => !shown.includes(name))) {
          report({ message: `The code ${code} has no example.`, location });
        }
      },
    },
  };
}
