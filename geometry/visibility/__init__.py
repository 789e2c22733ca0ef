"""Line of sight in three dimensions, decided exactly; control range; shortest paths round walls."""
