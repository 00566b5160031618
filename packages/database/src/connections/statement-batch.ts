import type { StatementQuery } from './statement-query.ts';

/** The used parts of the connection of `pg`. */
interface BatchConnection {
  stream: { cork(): void; uncork(): void };
  sync(): void;
  /** The texts of named statements that the server knows, and of those that were sent to it. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

/** The methods of a query that `pg` calls. Its types do not declare them. */
interface RunningQuery {
  name?: string;
  text: string;
  prepare(connection: BatchConnection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: BatchConnection): void;
  handleError(error: Error, connection: BatchConnection): void;
  handleReadyForQuery(connection: BatchConnection): void;
}

/** Replaces `sync`, which would end the transaction after each statement. */
const notYet = () => {};

/**
 * Several statements in one round trip. The server runs them as one transaction, because nothing sent between them ends it: if one
 * fails, none takes effect. Each settles with its own result.
 */
export class StatementBatch {
  readonly statements: readonly StatementQuery[];
  readonly #running: readonly RunningQuery[];
  #completed = 0;

  constructor(statements: readonly StatementQuery[]) {
    this.statements = statements;
    this.#running = statements as unknown as readonly RunningQuery[];
  }

  get #current(): RunningQuery | undefined {
    return this.#running[this.#completed];
  }

  /** `pg` reads both to note which named statements the server knows. */
  get name(): string | undefined {
    return this.#current?.name;
  }

  get text(): string | undefined {
    return this.#current?.text;
  }

  submit(connection: BatchConnection): null {
    const { sync } = connection;
    connection.stream.cork();
    try {
      connection.sync = notYet;
      for (const statement of this.#running) statement.prepare(connection);
    } finally {
      connection.sync = sync;
      connection.sync();
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#current?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: BatchConnection): void {
    this.#current?.handleCommandComplete(message, connection);
    this.#completed += 1;
  }

  handleError(error: Error, connection: BatchConnection): void {
    // The server skipped the statements after the failed one and does not know their names.
    for (const { name } of this.#running) {
      if (name !== undefined && !(name in connection.parsedStatements))
        delete connection.submittedNamedStatements[name];
    }
    for (const statement of this.#running) statement.handleError(error, connection);
  }

  handleReadyForQuery(connection: BatchConnection): void {
    for (const statement of this.#running) statement.handleReadyForQuery(connection);
  }
}
