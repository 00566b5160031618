// Generated from openapi/ by "npm run generate". Do not edit.
export const scopes = {
  "read:customers": "Read customers and their contact data.",
  "write:customers": "Create, change and delete customers. Deleting a customer deletes its projects too.",
  "read:projects": "Read projects and their roofs.",
  "write:projects": "Create, change and delete projects and their roofs.",
  "read:materials": "Read the products of the catalog and their prices, purchase prices included.",
  "write:materials": "Create, change, archive and delete products of the catalog, and add the manufacturers that price lists bring.",
  "read:manufacturers": "Read manufacturers.",
  "write:manufacturers": "Create, change and delete manufacturers.",
  "read:services": "Read services and their prices, purchase prices included.",
  "write:services": "Create, change and delete services.",
  "read:company": "Read the company profile, its team members and its sites.",
  "read:events": "Read the events of the last 30 days, as far as the key may read the resource they are about.",
} as const;
