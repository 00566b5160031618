/** The part of the plugin that the tests look at. */
export default function house(): { id: string; rules: { oas3: Record<string, () => object> } };
