import { testProject } from '../../scripts/test-project.ts';

export default testProject('pages');
