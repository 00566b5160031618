import { testProject } from '../../scripts/test-project.ts';

export default testProject('api', { setupFiles: ['test/support/statement-rules.ts'] });
