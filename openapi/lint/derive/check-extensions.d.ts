/**
 * Checks the extensions in all files of the contract, templates included.
 * @throws Error with each extension that extensions.schema.json does not know or whose value it does not allow
 */
export function checkExtensions(folder: string): void;
