// Generated from openapi/ by "npm run generate". Do not edit.
export const scopes = {
  "read:customers": "Read customers and their contact data.",
  "write:customers": "Create, change and delete customers. Deleting a customer also deletes its projects.",
  "read:projects": "Read projects and their roofs.",
  "write:projects": "Create, change and delete projects and their roofs.",
  "read:materials": "Read catalog products and their prices, including purchase prices.",
  "write:materials": "Create, change, archive and delete catalog products, and add manufacturers by price list import.",
  "read:manufacturers": "Read manufacturers.",
  "write:manufacturers": "Create, change and delete manufacturers.",
  "read:services": "Read services and their prices, including purchase prices.",
  "write:services": "Create, change and delete services.",
  "read:company": "Read the company profile, its team members and its sites.",
  "read:events": "Read the events of the last 30 days about resources that the key may read.",
} as const;
