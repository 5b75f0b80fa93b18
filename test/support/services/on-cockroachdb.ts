process.env.TEST_DATABASE = 'cockroachdb';
