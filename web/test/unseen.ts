/** Nobody looks at the tests' pages, and drawing them takes a good part of their time. They can be pressed all the same. */
if (window.frameElement instanceof HTMLElement) window.frameElement.style.opacity = "0";

// Nor does anybody look at the times and stacks that React keeps for a browser's tools where it finds these two.
for (const tool of ["timeStamp", "createTask"]) Reflect.deleteProperty(console, tool);
