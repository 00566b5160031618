// Generated from openapi/ by "npm run generate". Do not edit.
export const formats = {
  line: { pattern: "^[^\\x00-\\x1F\\x7F-\\x9F]*$", says: "must be one line without control characters" },
  "trimmed-line": { pattern: "^[^\\s\\x00-\\x1F\\x7F-\\x9F]([^\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F])?$", says: "must be one line without control characters, and without blanks at either end" },
  name: { pattern: "^[^\\S\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*$", says: "must be one line without control characters, and not blank" },
  "declared-name": { format: "declared-name", pattern: "^(?!.*(://|[wW]{3}\\.|=\\?))[^\\p{L}\\p{N}\\x00-\\x1F\\x7F-\\x9F\\xAD\\u061C\\u115F\\u1160\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0]*(?![\\u115F\\u1160\\u3164\\uFFA0])[\\p{L}\\p{N}][^\\x00-\\x1F\\x7F-\\x9F\\xAD\\u061C\\u115F\\u1160\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0]*$", says: "must be a name with a letter or digit, on one line without control characters, invisible or reversing characters, \"://\", \"www.\" and \"=?\"" },
  "typed-line": { format: "typed-line", pattern: "^(?!.*(://|[wW]{3}\\.))[^\\S\\x00-\\x1F\\x7F-\\x9F\\u2028\\u2029\\uFEFF]*[^\\s\\x00-\\x1F\\x7F-\\x9F\\xAD\\u061C\\u115F\\u1160\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0][^\\x00-\\x1F\\x7F-\\x9F\\xAD\\u061C\\u115F\\u1160\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0]*$", says: "must be one line without control characters, invisible or reversing characters, \"://\" and \"www.\", and not blank" },
  text: { pattern: "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$", says: "must not contain control characters other than tabs and line breaks" },
  "printable-ascii": { pattern: "^[\\x20-\\x7E]+$", says: "must contain only printable ASCII characters" },
  slug: { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", says: "must be lower-case letters, digits and single hyphens between them, such as site-visit" },
  country: { pattern: "^[A-Z]{2}$", says: "must be two upper-case letters" },
  email: { format: "idn-email", pattern: "^[!-?A-~]{1,64}@", says: "must be an e-mail address with at most 64 ASCII characters before the @, and a domain as it is registered: Latin letters, those with accents in lower case, digits and hyphens" },
  url: { format: "uri", pattern: "^[hH][tT][tT][pP][sS]?://", says: "must be a web address in ASCII with http or https, such as https://www.example.com" },
  "hex-color": { pattern: "^#[0-9a-f]{6}$", says: "must be a colour with six lower-case hexadecimal digits, such as #1d5a86" },
  day: { format: "date", says: "must be a valid date in the years 1000 to 2999, such as 2026-03-02" },
  time: { format: "date-time", says: "must be a valid time with seconds and an offset in the years 1000 to 2999, such as 2026-03-02T09:15:30+01:00 or 2026-03-02T08:15:30Z" },
  "unit-price": { format: "unit-price", decimals: 5, says: "must have at most five decimal places" },
} as const;
