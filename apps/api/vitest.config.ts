import { testProject } from '../../scripts/test-project.ts';

// Loading the service anew takes each file longer than most of its tests; none of them changes what modules share.
export default testProject('api', { isolate: false, setupFiles: ['test/support/statement-rules.ts'] });
