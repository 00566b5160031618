import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  RootOperationNode,
} from 'kysely';
import { bindToCompany } from './scope-transformer.ts';

/** Binds every statement of a Kysely instance to one company. Comes after the plugin that makes names snake_case. */
export function companyScopePlugin(companyId: string): KyselyPlugin {
  return {
    transformQuery: ({ node }: PluginTransformQueryArgs) =>
      bindToCompany(node, companyId) as RootOperationNode,
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  };
}
