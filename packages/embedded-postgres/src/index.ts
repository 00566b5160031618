export { makeDirectory } from './make-directory.ts';
export { embeddedConnections } from './server-process.ts';
export {
  type EmbeddedPostgres,
  PostgresUnavailableError,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
