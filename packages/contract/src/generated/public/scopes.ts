// Generated from openapi/ by "npm run generate". Do not edit.
export const scopes = {
  "read:customers": "Read customers and their contact data.",
  "write:customers": "Create, change and delete customers. Deleting a customer also deletes its projects and their offers.",
  "read:projects": "Read projects and their roofs.",
  "write:projects": "Create, change and delete projects and their roofs. Deleting a project also deletes its offers.",
  "read:offers": "Read offers and their lines, including purchase prices and margins.",
  "write:offers": "Create, change, publish, accept, decline and delete offers and their lines.",
  "read:offer-requests": "Read offer requests and their contact data.",
  "write:offer-requests": "Create, change, convert and delete offer requests. Converting also creates a customer, a project and an offer.",
  "read:materials": "Read catalog products and their prices, including purchase prices.",
  "write:materials": "Create, change, archive and delete catalog products, and add manufacturers by price list import.",
  "read:manufacturers": "Read manufacturers.",
  "write:manufacturers": "Create, change and delete manufacturers.",
  "read:services": "Read services and their prices, including purchase prices.",
  "write:services": "Create, change and delete services.",
  "read:company": "Read the company profile, its team members and its sites.",
  "read:events": "Read the events of the last 30 days about resources that the key may read.",
} as const;
