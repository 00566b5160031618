import type { OperationId } from '@pv-planning/contract/pages';
import { type ApiResponse, apiClient, type SendOptions } from './api-client.ts';
import { pages } from './contract-document.ts';

let visitors = 0;

export type Visitor = ReturnType<typeof pageVisitors>;

/** Returns a function for visitors. Each sends requests from a network of its own, as requests are limited by address and network. */
export function pageVisitors(url: string) {
  const client = apiClient(pages, url, { key: null });
  return function visitor(address?: string) {
    visitors += 1;
    const from = address ?? `3fff:b:${visitors.toString(16)}::17`;
    return <T>(
      operationId: OperationId,
      params: Readonly<Record<string, string>>,
      { headers, query = '', ...options }: SendOptions = {},
    ) =>
      client.sample(operationId, {
        ...options,
        query,
        params,
        headers: { 'X-Forwarded-For': from, ...headers },
      }) as Promise<ApiResponse<T>>;
  };
}
