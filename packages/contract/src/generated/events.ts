// Generated from openapi/ by "npm run generate". Do not edit.
export const events = {
  /** Customer created */
  "customer.created": { scope: "read:customers", fields: ["id", "firstName", "lastName", "email", "createdAt"] },
} as const;
