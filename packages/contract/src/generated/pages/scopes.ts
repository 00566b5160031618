// Generated from openapi/ by "npm run generate". Do not edit.
export const scopes = {
} as const;
