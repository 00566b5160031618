import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach } from 'vitest';

export interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

/** How the server handles one request. */
export type Step = (response: ServerResponse, request: ReceivedRequest) => void;

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req-1', ...headers });
    response.end(JSON.stringify(body));
  };
}

export function apiError(status: number, error: string, headers: Record<string, string> = {}): Step {
  return json(status, { error, message: `rejected with ${error}` }, headers);
}

export function empty(status: number, headers: Record<string, string> = {}): Step {
  return (response) => void response.writeHead(status, { 'x-request-id': 'req-1', ...headers }).end();
}

export function html(status: number): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html><h1>Bad Gateway</h1></html>');
  };
}

/** Accepts the request and closes the connection without sending a byte. */
export const reset: Step = (response) => void response.socket?.destroy();

/** Closes the connection in the middle of the body. */
export const cutOff: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"id":"10', () => response.socket?.destroy());
};

export const hang: Step = () => {};

export interface ScriptedServer {
  baseUrl: string;
  received: ReceivedRequest[];
}

const running = new Set<() => Promise<void>>();

afterEach(async () => {
  await Promise.all([...running].map((stop) => stop()));
  running.clear();
});

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A server that handles each request with the next step, and further requests with the last one. */
export async function startServer(...steps: [Step, ...Step[]]): Promise<ScriptedServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method, url, headers } = incoming;
    const request = { method, url, headers, body: await text(incoming) };
    const step = steps[Math.min(received.length, steps.length - 1)];
    received.push(request);
    step?.(response, request);
  });
  const port = await listen(server);
  running.add(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { baseUrl: `http://127.0.0.1:${port}`, received };
}
