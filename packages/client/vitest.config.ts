import { testProject } from '../../scripts/test-project.ts';

// A test puts operations of its own in the place of the contract's.
export default testProject('client', { isolate: true });
