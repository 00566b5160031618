/**
 * The query parameter `sort` of a list: a field in camelCase or snake_case, and a direction.
 * @param {{fields: string[], default: string}} sortable
 */
export function sortParameter({ fields, default: defaultSort }) {
  const spellings = fields.flatMap((field) => [...new Set([field, snakeCase(field)])]);
  const names = fields.map((field) => `\`${field}\``).join(', ');
  return {
    name: 'sort',
    in: 'query',
    description: `Sort field and direction, \`.asc\` or \`.desc\`. Fields: ${names}, also in \`snake_case\`.`,
    schema: {
      type: 'string',
      enum: spellings.flatMap((spelling) => [`${spelling}.asc`, `${spelling}.desc`]),
      default: defaultSort,
    },
    example: defaultSort,
  };
}

function snakeCase(name) {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
