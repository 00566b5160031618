import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  RootOperationNode,
} from 'kysely';
import { bindToCompany } from './scope-transformer.ts';

/** Binds every statement of a Kysely instance to one company: an id, or a placeholder that is replaced when the statement runs. */
export function companyScopePlugin(company: string | object): KyselyPlugin {
  return {
    transformQuery: ({ node }: PluginTransformQueryArgs) => bindToCompany(node, company) as RootOperationNode,
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  };
}
