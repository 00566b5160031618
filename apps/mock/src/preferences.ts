/** The preferences of a request for its response (RFC 7240). */
export interface Preferences {
  /** A status. */
  code: number | undefined;
  /** The name of an example. */
  example: string | undefined;
  /** Generated values instead of an example. */
  dynamic: boolean;
}

/** Reads a header such as `Prefer: code=404`. Unknown preferences are ignored. */
export function preferencesOf(prefer: string | string[] = ''): Preferences {
  const preferences = new Map(
    [prefer]
      .flat()
      .flatMap((header) => header.split(/[,;]/))
      .map((preference) => {
        const [name = '', value = ''] = preference.split('=', 2).map((part) => part.trim());
        return [name.toLowerCase(), value.replace(/^"(.*)"$/, '$1')];
      }),
  );
  const code = Number(preferences.get('code'));
  return {
    code: code > 0 ? code : undefined,
    example: preferences.get('example'),
    dynamic: preferences.get('dynamic') === 'true',
  };
}
