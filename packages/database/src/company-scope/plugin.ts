import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  RootOperationNode,
} from 'kysely';
import { bindToCompany } from './scope-transformer.ts';

/** Binds every statement of a Kysely instance to one company. */
export function companyScopePlugin(companyId: string): KyselyPlugin {
  return {
    transformQuery: ({ node }: PluginTransformQueryArgs) =>
      bindToCompany(node, companyId) as RootOperationNode,
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  };
}
