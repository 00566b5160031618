import { testProject } from '../../scripts/test-project.ts';

// A test replaces the contract's operations with its own.
export default testProject('client', { isolate: true });
