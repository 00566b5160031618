import { testProject } from '../../scripts/test-project.ts';

export default testProject('fair-slots');
