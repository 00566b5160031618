// Generated from openapi/ by "npm run generate". Do not edit.
import * as publicDocument from './public/index.ts';
import * as pagesDocument from './pages/index.ts';

/** The name of the document that the package itself exports; every other document has a subpath of its name. */
export const mainDocument = 'public';

/** Every document of the contract by its name: the module of its bundle, and its tables. */
export const documents = {
  public: { bundle: '@pv-planning/contract/openapi.json', ...publicDocument },
  pages: { bundle: '@pv-planning/contract/pages/openapi.json', ...pagesDocument },
};
