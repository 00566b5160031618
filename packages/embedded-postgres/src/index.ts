export { makeDataDirectory } from './data-directory/make-data-directory.ts';
export { makeDirectory } from './data-directory/make-directory.ts';
export { createSecretFile, readIfExists } from './data-directory/secret-file.ts';
export { embeddedConnections } from './server-process.ts';
export {
  type EmbeddedPostgres,
  PostgresUnavailableError,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
