export { brokenRules } from './testing/statement-lint/broken-rules.ts';
export { sentStatements, textsOf, watchStatements } from './testing/statement-lint/sent-statements.ts';
export { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
